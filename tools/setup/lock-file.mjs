const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Returns the lock file with an entry for every optional package that it names but does not describe. */
export function completeLock(lock) {
  const [project, ...packages] = Object.entries(lock.packages);
  const all = [...packages, ...undescribed(lock)].sort(([one], [other]) => one.localeCompare(other, 'en'));
  return { ...lock, packages: Object.fromEntries([project, ...all]) };
}

/** Returns path and entry of every optional package that is named but has no entry in the lock file. */
export function undescribed({ packages }) {
  const found = Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesFor(path, name).some((place) => place in packages))
      .map(([name, version]) => [`node_modules/${name}`, entryFor(name, version, dev)]),
  );
  return Object.entries(Object.fromEntries(found));
}

/** Returns the paths where Node looks for a dependency of the package at `path`. */
function placesFor(path, name) {
  const own = `${path && `${path}/`}node_modules/${name}`;
  return path ? [own, ...placesFor(path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), name)] : [own];
}

// The name of such a package contains its platform: oxide-linux-arm64-musl.
function entryFor(name, version, dev) {
  const parts = name.split(/[-/]/);
  const os = systems.filter((system) => parts.includes(system));
  const cpu = processors.filter((processor) => parts.includes(processor));
  const libc = parts.some((part) => part.startsWith('musl')) ? ['musl'] : parts.some((part) => part.startsWith('gnu')) ? ['glibc'] : [];
  return {
    version,
    ...(cpu.length && { cpu }),
    ...(dev && { dev }),
    ...(libc.length && { libc }),
    optional: true,
    ...(os.length && { os }),
  };
}
