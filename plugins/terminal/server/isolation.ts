import { spawnSync } from 'node:child_process';

/** How a program is started so that nothing of it is left behind. */
export interface Isolation {
  wrap(file: string, args: readonly string[]): readonly [string, ...string[]];
  /** Generations of processes that are not the command's own. */
  readonly holders: number;
}

const none: Isolation = { wrap: (file, args) => [file, ...args], holders: 0 };

/** By which root would take away what hides the processes outside. */
const withoutMounts = ['setpriv', '--bounding-set', '-sys_admin', '--'];

/**
 * Ends with the server, however that ends; then `unshare` ends its child, and the kernel everything in the name space. `--mount-proc`
 * hides the environment of the server from it. The first process of a name space hears no signals, so that it is a shell
 * which waits; it runs the arguments as they are.
 */
const wrapped = (more: readonly string[], inside: readonly string[]): readonly [string, ...string[]] => [
  'setpriv',
  '--pdeathsig',
  'KILL',
  '--',
  'unshare',
  ...more,
  '--pid',
  '--fork',
  '--kill-child=SIGKILL',
  '--mount-proc',
  '--',
  ...inside,
  '/bin/sh',
  '-c',
  '"$@"; exit $?',
  'sh',
];

/** For root; for root in a container; for others, who may mount nothing. */
const ownUser = ['--user', '--map-current-user'];
const wrappers = [wrapped([], withoutMounts), wrapped(ownUser, withoutMounts), wrapped(ownUser, [])];

let found: Isolation | undefined;

/** A PID name space where the system has one for us, which is tried once; without one, processes are found by what they inherit. */
export function isolation(): Isolation {
  found ??= process.platform === 'linux' ? tried() : none;
  return found;
}

function tried(): Isolation {
  for (const wrapper of wrappers) {
    const [program, ...args] = wrapper;
    const { status } = spawnSync(program, [...args, 'true'], { stdio: 'ignore', timeout: 5000 });
    if (status === 0) return { wrap: (file, given) => [...wrapper, file, ...given], holders: 2 };
  }
  return none;
}
