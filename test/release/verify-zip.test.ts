import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { makeZip } from 'client-zip'
import { verifyCommand } from '../../src/operate/command/verify/verify.ts'
import { temporaryFolder } from '../support/process.ts'
import { access } from '../support/release/license.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

test('the zip of a release is opened, and each file in it compared with the manifest', async () => {
  await using svc = await startServer()
  using folder = temporaryFolder()
  const { nova, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id, kettle.id])
  await decide(svc, nova, id, { scope: 'download', decision: 'ALLOW' })
  const at = (name: string) => join(folder.path, name)
  await Bun.write(at('did.json'), await (await svc.fetch('/.well-known/did.json')).bytes())
  await Bun.write(at('m.json'), await (await svc.fetch(`/api/agents/releases/${id}/manifest`)).bytes())
  const { grant } = Object((await access(svc, id)).json)
  await Bun.write(at('grant.zip'), await (await fetch(grant.url)).bytes())
  const verify = async (name: string) => {
    const lines: string[] = []
    const exitCode = await verifyCommand([at('m.json'), at(name)], (line) => lines.push(line))
    return [exitCode, lines.find((line) => line.includes('file ')) ?? '']
  }
  expect(await verify('grant.zip')).toEqual([
    0,
    expect.stringMatching(
      /ok {7}file {6}Each of the 2 files of music in “.*grant\.zip” is one .*: “Dawn” and “Kettle”\./,
    ),
  ])

  const bytes = await Bun.file(at('grant.zip')).bytes()
  await Bun.write(at('bent.zip'), bytes.with(2_000, (bytes[2_000] ?? 0) ^ 1))
  expect(await verify('bent.zip')).toEqual([2, expect.stringContaining('is no whole zip, or one that two programs')])
  await Bun.write(at('short.zip'), bytes.subarray(0, -10))
  expect(await verify('short.zip')).toEqual([2, expect.stringContaining('is no whole zip, or one that two programs')])

  const dawnFile = { name: 'A/dawn.flac', input: Bun.file(svc.ctx.blobs.path(dawn.sha256)).stream() }
  const zipOf = async (name: string, ...files: { name: string; input: ReadableStream<Uint8Array> | string }[]) =>
    Bun.write(at(name), await new Response(makeZipStream(files)).bytes())
  await zipOf('part.zip', dawnFile, { name: 'A/cover.jpg', input: 'a picture' })
  expect(await verify('part.zip')).toEqual([
    0,
    expect.stringMatching(/The one file of music .*“Dawn”\. Not in it: “Kettle”\. Its cover\.jpg is in no manifest/),
  ])
  const again = { ...dawnFile, input: Bun.file(svc.ctx.blobs.path(dawn.sha256)).stream() }
  await zipOf('more.zip', again, { name: 'A/bonus.flac', input: 'something else' })
  expect(await verify('more.zip')).toEqual([2, expect.stringContaining('“bonus.flac” in “')])
  await zipOf('none.zip', { name: 'A/cover.jpg', input: 'a picture' })
  expect(await verify('none.zip')).toEqual([2, expect.stringContaining('has no file of this release in it')])
  const third = { ...dawnFile, input: Bun.file(svc.ctx.blobs.path(dawn.sha256)).stream() }
  await zipOf('sums.zip', third, { name: 'A/SHA256SUMS', input: `${'0'.repeat(64)}  dawn.flac\n` })
  expect(await verify('sums.zip')).toEqual([2, expect.stringContaining('is not what its list of checksums says')])
  const masterOf = (track: { sha256: string }, name: string) => ({
    name,
    input: Bun.file(svc.ctx.blobs.path(track.sha256)).stream(),
  })
  await zipOf('swapped.zip', masterOf(dawn, 'A/01 Kettle.flac'), masterOf(kettle, 'A/02 Dawn.flac'))
  expect(await verify('swapped.zip')).toEqual([2, expect.stringContaining('it has the name of another track')])
  await zipOf('named.zip', masterOf(dawn, 'A/07 Dawn.flac'), masterOf(kettle, 'A/my kettle.flac'))
  expect((await verify('named.zip'))[0]).toBe(0)
  const fourth = { ...dawnFile, input: Bun.file(svc.ctx.blobs.path(dawn.sha256)).stream() }
  await zipOf('program.zip', fourth, { name: 'A/SHA256SUMS', input: '\x7fELF'.repeat(300_000) })
  expect(await verify('program.zip')).toEqual([2, expect.stringContaining('longer than a list of checksums can be')])
})

const makeZipStream = (files: { name: string; input: ReadableStream<Uint8Array> | string }[]) =>
  makeZip(files.map((file) => ({ ...file, lastModified: new Date(0) })))
