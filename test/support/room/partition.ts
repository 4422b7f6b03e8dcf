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

/** Makes such a machine by a network namespace with two pairs of virtual cards. */
export async function makeOtherMachine(): Promise<OtherMachine> {
  const name = `td${process.pid}${Math.floor(Math.random() * 1_000)}`
  const net = 64 + Math.floor(Math.random() * 60)
  const [front, back] = [`${name}f`, `${name}b`]
  const ip = async (...args: string[]) => {
    const child = Bun.spawn(['ip', ...args], { stdout: 'ignore', stderr: 'pipe' })
    if ((await child.exited) !== 0) throw new Error(`ip ${args.join(' ')}: ${await new Response(child.stderr).text()}`)
  }
  await ip('netns', 'add', name)
  await ip('-n', name, 'link', 'set', 'lo', 'up')
  for (const [card, third] of [
    [front, 1],
    [back, 2],
  ] as const) {
    await ip('link', 'add', card, 'type', 'veth', 'peer', 'name', `e${third}`, 'netns', name)
    await ip('addr', 'add', `10.${net}.${third}.1/30`, 'dev', card)
    await ip('link', 'set', card, 'up')
    await ip('-n', name, 'addr', 'add', `10.${net}.${third}.2/30`, 'dev', `e${third}`)
    await ip('-n', name, 'link', 'set', `e${third}`, 'up')
  }
  return {
    address: `10.${net}.1.2`,
    ours: `10.${net}.2.1`,
    inside: ['ip', 'netns', 'exec', name],
    cut: () => ip('link', 'set', back, 'down'),
    heal: () => ip('link', 'set', back, 'up'),
    [Symbol.asyncDispose]: () => ip('netns', 'del', name),
  }
}
