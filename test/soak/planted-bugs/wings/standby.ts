import type { PlantedBug } from '../bug.ts'

/** Bugs with which machine may serve. */
export const standbyBugs: readonly PlantedBug[] = [
  {
    name: 'two machines serve when one was promoted meanwhile',
    file: 'src/platform/standby/hold-lease.ts',
    text: "  if (await answered(() => leases.has(number + 1))) throw new LeaseError('Another machine was promoted a moment ago.')\n",
    becomes: '',
    tests: ['operate/standby'],
  },
  {
    name: 'a promotion that is asked twice needs no waiting',
    file: 'src/platform/standby/hold-lease.ts',
    text: 'waitMs: Math.max(0, note.from - now())',
    becomes: 'waitMs: 0',
    tests: ['operate/standby'],
  },
  {
    name: 'a promoted machine serves at once',
    file: 'src/platform/standby/hold-lease.ts',
    text: '  if (waitMs > 0) {',
    becomes: '  if (waitMs > 60_000_000) {',
    tests: ['operate/standby'],
  },
  {
    name: 'a machine goes on that was overtaken',
    file: 'src/platform/standby/hold-lease.ts',
    text: "      if (await leases.has(number + 1))\n        lost.resolve(new LeaseError('Another machine was promoted: this one stops serving.'))\n      else seenAt",
    becomes: '      seenAt',
    tests: ['operate/standby'],
  },
  {
    name: 'a machine goes on that cannot see its lease',
    file: 'src/platform/standby/hold-lease.ts',
    text: 'performance.now() - seenAt > unseenMs',
    becomes: 'performance.now() - seenAt > 1_000 * unseenMs',
    tests: ['operate/standby'],
  },
  {
    name: 'any machine takes a lease as its own',
    file: 'src/platform/standby/hold-lease.ts',
    text: '  if (newest && note && `${note.holder}` === newest.holder.holder && note.number === newest.number) return note.number',
    becomes: '  if (newest && note) return note.number',
    tests: ['operate/standby'],
  },
  {
    name: 'another machine begins beside the first',
    file: 'src/platform/standby/hold-lease.ts',
    text: '    throw new LeaseError(`Another machine may serve this site: ${host}, since ${at}. ${advice}`)\n',
    becomes: '    void [host, at]\n',
    tests: ['operate/standby'],
  },
  {
    name: 'a lease that was let go has to be waited for',
    file: 'src/platform/standby/hold-lease.ts',
    text: "    throw new LeaseError('Another machine was promoted at the same moment. See which one with tapedeck doctor.')\n",
    becomes: '',
    tests: ['operate/standby'],
  },
  {
    name: 'who promotes after a release waits all the same',
    file: 'src/platform/standby/hold-lease.ts',
    text: 'waitMs: isFree ? 0 : leaseMs',
    becomes: 'waitMs: leaseMs',
    tests: ['operate/standby'],
  },
  {
    name: 'a machine that lets go keeps its lease',
    file: 'src/platform/standby/hold-lease.ts',
    text: '      await leases.setReleased(number, true).catch(() => {})\n',
    becomes: '',
    tests: ['operate/standby'],
  },
]
