import { type Pack, sendPack } from './await-pack.ts'

const idleSec = 60
// While a large file is tagged nothing is sent.
const growingIdleSec = 240

/**
 * Sends a download. Its first request takes longer than the idle timeout of a connection. `whenBroken` is called when it
 * is not made to its end.
 */
export async function sendDownload(
  request: Request,
  server: Bun.Server<unknown> | null,
  open: () => Promise<Pack>,
  whenBroken?: () => void,
): Promise<Response> {
  server?.timeout(request, 0)
  const pack = await open()
  server?.timeout(request, 'growing' in pack ? growingIdleSec : idleSec)
  return sendPack(pack, request, whenBroken)
}
