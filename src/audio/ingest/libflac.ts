/** Returns the reference implementation of FLAC, which takes and gives integers. */
export async function openLibflac() {
  const { default: flac } = await import('libflacjs/dist/libflac.js')
  if (!flac.isReady()) await new Promise<void>((resolve) => flac.on('ready', () => resolve()))
  return flac
}
