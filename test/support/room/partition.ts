/** Whether this machine lets us make a network of our own: Linux, as root, with `ip`. */
export const canPartition = process.platform === 'linux' && process.getuid?.() === 0 && Bun.which('ip') !== null

/**
 * A machine of its own on a network of its own, as far as its processes see: one line leads
 * visitors to it, and another one leads from it to the rest of the site. Ends with its scope.
 */
export type OtherMachine = AsyncDisposable & {
  /** Its address for visitors, and the address of this machine as it sees it. */
  readonly address: string
  readonly ours: string
  /** Begins a command that is run there. */
  readonly inside: readonly string[]
  /**
   * Takes the line to the rest of the site away, without a word to either end, and gives it back.
   */
  cut(): Promise<void>
  heal(): Promise<void>
}

const random = (count: number) => Math.floor(Math.random() * count)

async function ip(...args: string[]): Promise<void> {
  const child = Bun.spawn(['ip', ...args], { stdout: 'ignore', stderr: 'pipe' })
  if ((await child.exited) !== 0) throw new Error(`ip ${args.join(' ')}: ${await new Response(child.stderr).text()}`)
}

/**
 * Makes a network namespace, named by the block of addresses that is its own: no other test has
 * that name, and so none its addresses.
 */
async function makeNamespace(tries = 20): Promise<{ name: string; block: string }> {
  const [second, third] = [64 + random(60), random(256)]
  const name = `td${second}-${third}`
  try {
    await ip('netns', 'add', name)
    return { name, block: `10.${second}.${third}` }
  } catch (error) {
    if (tries === 1) throw error
    return makeNamespace(tries - 1)
  }
}

/** Makes such a machine by a network namespace with two pairs of virtual cards. */
export async function makeOtherMachine(): Promise<OtherMachine> {
  const { name, block } = await makeNamespace()
  const [front, back] = [`${name}f`, `${name}b`]
  await ip('-n', name, 'link', 'set', 'lo', 'up')
  for (const [card, end, outside, within] of [
    [front, 'e1', 1, 2],
    [back, 'e2', 5, 6],
  ] as const) {
    await ip('link', 'add', card, 'type', 'veth', 'peer', 'name', end, 'netns', name)
    await ip('addr', 'add', `${block}.${outside}/30`, 'dev', card)
    await ip('link', 'set', card, 'up')
    await ip('-n', name, 'addr', 'add', `${block}.${within}/30`, 'dev', end)
    await ip('-n', name, 'link', 'set', end, 'up')
  }
  return {
    address: `${block}.2`,
    ours: `${block}.5`,
    inside: ['ip', 'netns', 'exec', name],
    cut: () => ip('link', 'set', back, 'down'),
    heal: () => ip('link', 'set', back, 'up'),
    [Symbol.asyncDispose]: () => ip('netns', 'del', name),
  }
}
