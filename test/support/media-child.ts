import { mediaChild } from '../../src/audio/ingest/media-child.ts'

/** The smallest program that can be the child of `runMedia`: what main.ts does for `__media`, and nothing else. */
const [, , role, argument] = Bun.argv
if (role === '__media') {
  await Bun.write(Bun.stdout, await mediaChild(argument ?? ''))
  process.exit(0)
}
