import type { PlantedBug } from './bug.ts'

export const releaseBugs: readonly PlantedBug[] = [
  {
    name: 'a history contradicts itself after the clock was set back',
    file: 'src/release/provenance/append-event.ts',
    text: 'Math.max(ctx.now(), Date.parse(lastAt))',
    becomes: 'ctx.now() + 0 * Date.parse(lastAt)',
    tests: ['release/verify-release'],
  },
  {
    name: 'an older database under a newer head of the log forks it',
    file: 'src/release/transparency-log/log-head.ts',
    text: ' || (head.number === checkpoint.number && head.size > logSize(ctx))',
    becomes: '',
    tests: ['release/transparency-log'],
  },
  {
    name: 'verify misses no version that was left out between two',
    file: 'src/lib/verify/check-history.ts',
    text: 'if ((signings[at - 1]?.hash ?? null) !== manifest.previousVersionHash) {',
    becomes: 'if (at === 0 && manifest.previousVersionHash !== null) {',
    tests: ['release/verify-release'],
  },
  {
    name: 'a far suggestion of the authority lets the certificate run out',
    file: 'src/platform/certificate/acme/next-try.ts',
    text: 'renewAt: Math.min(latest, chosen)',
    becomes: 'renewAt: Math.max(Math.min(latest, chosen), chosen)',
    tests: ['platform/certificate.long'],
  },
  {
    name: 'a certificate for another key is used',
    file: 'src/platform/certificate/certificate.ts',
    text: ' || !leaf.checkPrivateKey(createPrivateKey(key))',
    becomes: '',
    tests: ['platform/certificate.long'],
  },
]
