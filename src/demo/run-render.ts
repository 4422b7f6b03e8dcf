import type { Ctx } from '../context.ts'
import { hashFile } from '../platform/blob/blobs.ts'
import { type ReceivedFile, readHead } from '../platform/http/request/receive-file.ts'

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

/** Renders something and returns its file, as if it had been uploaded. */
export async function rendered(
  ctx: Ctx,
  what: readonly [string, string, 'now' | 'later'],
  name: string,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const path = ctx.blobs.scratch(ctx.uuid())
  await runRender(ctx.selfCommand, [...what, path], signal)
  const [sha256, head] = await Promise.all([hashFile(path), readHead(path)])
  return { path, name, bytes: Bun.file(path).size, sha256, head }
}
