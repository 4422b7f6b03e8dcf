import type { PlantedBug } from '../bug.ts'

/** Bugs with the signatures of agents. */
export const agentBugs: readonly PlantedBug[] = [
  {
    name: 'a signature counts twice',
    file: 'src/platform/agent/verify-signature.ts',
    text: '  if (!add(ctx.db).get({ hash, expiresAt })) throw',
    becomes: '  if (add(ctx.db).get({ hash, expiresAt }) === null) throw',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'any signature is taken',
    file: 'src/platform/agent/verify-signature.ts',
    text: "  if (!verify(null, Buffer.from(base), key, signature)) throw refused('It does not fit the request and the key.')\n",
    becomes: '',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'two signatures with the tag are taken by the first',
    file: 'src/platform/agent/verify-signature.ts',
    text: '  if (ours.length !== 1 || label',
    becomes: '  if (label',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'a signature counts for every site',
    file: 'src/platform/agent/verify-signature.ts',
    text: "  if (!names.includes('@authority') && !names.includes('@target-uri')) {",
    becomes: '  if (names.length === 0) {',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'a signature without the agent’s name is taken',
    file: 'src/platform/agent/verify-signature.ts',
    text: '  if (!components.some(isAgents))\n',
    becomes: '  if (components.length === 0)\n',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'a signature from the future is taken',
    file: 'src/platform/agent/verify-signature.ts',
    text: "  if (created * 1_000 > now + aheadMs) throw refused('It is from the future: set the clock of the agent.')\n",
    becomes: '',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'an expired signature is taken',
    file: 'src/platform/agent/verify-signature.ts',
    text: "  if (expires * 1_000 <= now) throw refused('It has expired: sign each request anew.')\n",
    becomes: '',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'a signature is valid for longer than an hour',
    file: 'src/platform/agent/verify-signature.ts',
    text: 'const longestMs = 3_600_000',
    becomes: 'const longestMs = 7_200_000',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'a key that is not in use yet is taken',
    file: 'src/platform/agent/key-directory.ts',
    text: 'id === keyid && from <= now && now < to',
    becomes: 'id === keyid && now < to',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'a key that is over is taken',
    file: 'src/platform/agent/key-directory.ts',
    text: 'id === keyid && from <= now && now < to',
    becomes: 'id === keyid && from <= now',
    tests: ['platform/signed-agent'],
  },
  {
    name: 'a directory is followed to another address',
    file: 'src/platform/agent/key-directory.ts',
    text: "    redirect: 'manual',\n    signal",
    becomes: '    signal',
    tests: ['platform/signed-agent'],
  },
]
