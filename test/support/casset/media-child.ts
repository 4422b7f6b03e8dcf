import { mediaChild } from '../../../src/casset/audio/ingest/media-child.ts'

/**
 * The smallest program that can be the child of `runMedia`: what main.ts does for `__media`, and
 * nothing else. As `__media-each` it answers a request on each line of its input.
 */
async function main([, , role, argument]: readonly string[]): Promise<void> {
  if (role === '__media') await Bun.write(Bun.stdout, await mediaChild(argument ?? ''))
  if (role === '__media-each') for await (const line of console) console.log(await mediaChild(line))
  process.exit(0)
}

void main(Bun.argv)
