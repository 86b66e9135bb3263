# Set-up shared by test/run.sh and examples/run.sh, which source it: packages, configuration, build.
# Expects $root, the top folder of the checkout. POSIX sh.

loopfuse_packages="clang-22 clang-tidy-22 clang-tools-22 clang-format-22 libclang-22-dev libclang-cpp22-dev
  llvm-22-dev llvm-22-tools libpolly-22-dev libomp-22-dev libclang-rt-22-dev ninja-build cmake libgtest-dev
  libgmock-dev libbenchmark-dev libzstd-dev zlib1g-dev dpkg-dev g++ python3 git patch neovim"

# Installs what is missing; asks the network only then.
install_packages() {
  missing=
  for package in $loopfuse_packages; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || status=
    [ "$status" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  echo "installing:$missing"
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "error: not root and no sudo; these packages are missing:$missing" >&2
      return 1
    }
    as_root=sudo
  fi
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}

# build [TARGET...]: configures (warnings are errors where CI=true) and builds into $root/build.
build() {
  if [ "${CI:-}" = true ]; then preset=ci; else preset=default; fi
  (cd "$root" && cmake --preset "$preset" >/dev/null) && ninja -C "$root/build" --quiet "$@"
}
