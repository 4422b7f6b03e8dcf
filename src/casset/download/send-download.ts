import type { Ctx } from '../../context.ts'
import { type Pack, sendPack } from './pack/await-pack.ts'

const idleSec = 60
// Nothing is sent while a large file is being tagged.
const growingIdleSec = 240

/**
 * Sends a download. Its first request takes longer than the idle timeout of a connection.
 * `whenBroken` is called when the zip is never completed.
 */
export async function sendDownload(
  ctx: Ctx,
  request: Request,
  server: Bun.Server<unknown> | null,
  open: () => Promise<Pack>,
  whenBroken?: () => void,
): Promise<Response> {
  server?.timeout(request, 0)
  const pack = await open()
  server?.timeout(request, 'growing' in pack ? growingIdleSec : idleSec)
  return sendPack(ctx, pack, request, whenBroken)
}
