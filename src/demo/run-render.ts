/** Runs the render child of this program. Throws when it does not end well. */
export async function runRender(selfCommand: readonly string[], args: readonly string[]): Promise<void> {
  const child = Bun.spawn([...selfCommand, '__render', ...args], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    env: {},
  })
  const exitCode = await child.exited
  if (exitCode !== 0) throw new Error(`The render of ${args.join(' ')} ended with ${exitCode}.`)
}
