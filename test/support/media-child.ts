import { mediaChild } from '../../src/casset/audio/ingest/media-child.ts'

/** The smallest program that can be the child of `runMedia`: what main.ts does for `__media`, and nothing else. */
async function main([, , role, argument]: readonly string[]): Promise<void> {
  if (role !== '__media') return
  await Bun.write(Bun.stdout, await mediaChild(argument ?? ''))
  process.exit(0)
}

void main(Bun.argv)
