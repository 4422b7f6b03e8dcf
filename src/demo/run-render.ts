/** Throws when it does not end well. */
export async function runRender(
  selfCommand: readonly string[],
  args: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const child = Bun.spawn([...selfCommand, '__render', ...args], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    // It must not outlive a killed server: what it writes would be swept from under the next one.
    env: { BUN_FEATURE_FLAG_NO_ORPHANS: '1' },
    ...(signal ? { signal } : {}),
  })
  const exitCode = await child.exited
  if (exitCode !== 0) throw new Error(`The render of ${args.join(' ')} ended with ${exitCode}.`)
}
