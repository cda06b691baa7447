# Nix: `nix build`, `nix run . -- --help`, `nix develop`. Looked through by
# tests/test_packaging.c; built by nobody yet.
{
  description = "Shows the answer of a puzzle over its game";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = f: nixpkgs.lib.genAttrs systems
        (system: f nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = "solveglass";
          version = "0.1.0";
          src = self;
          nativeBuildInputs = with pkgs; [
            cmake
            gettext
            ninja
            pkg-config
            protobufc
            wayland-scanner
          ];
          buildInputs = with pkgs; [
            opencv
            libpng
            libjpeg
            libwebp
            libseccomp
            xorg.libX11
            xorg.libXext
            xorg.libXfixes
            xorg.libXcomposite
            xorg.libXrandr
            xorg.libXtst
            xorg.libXdamage
            xorg.libXi
            wayland
            wayland-protocols
            libxkbcommon
            glib
            gtk3
            libayatana-appindicator
            z3
            cairo
            jansson
            sqlite
            inih
            cmocka
          ];
          meta = {
            description = "Shows the answer of a puzzle over its game";
            license = nixpkgs.lib.licenses.mit;
            mainProgram = "solveglass";
            platforms = nixpkgs.lib.platforms.linux;
          };
        };
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell {
          inputsFrom = [ self.packages.${pkgs.system}.default ];
        };
      });
    };
}
