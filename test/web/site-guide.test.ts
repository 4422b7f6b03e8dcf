import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readCommandLine } from '../../src/operate/command-line/arguments.ts'
import { help } from '../../src/operate/command-line/help.ts'
import { helpTopic } from '../../src/operate/command-line/help-topic.ts'
import { topics } from '../../src/operate/guide/topics.ts'
import { roomsOf } from '../../src/web/parts/studio/studio-rooms.ts'
import { program } from '../support/program.ts'
import { openLicensing } from '../support/release/license.ts'
import { startServer } from '../support/server.ts'
import { inTree } from '../support/tree.ts'
import { cast } from '../support/world.ts'

const root = inTree()
const canWalk = Bun.which('jq') !== null && Bun.which('curl') !== null
if (!canWalk) console.error('NO jq OR curl: the walk of the guide is NOT TRIED.')
const textOf = (path: string) => Bun.file(join(root, path)).text()
const guide = topics.map(({ text }) => text).join('\n')

test('the guide is on the site and in the terminal, and every link in it and in the README leads somewhere', async () => {
  await using svc = await startServer()
  const contents = await svc.call('GET', '/guide')
  expect(contents.status).toBe(200)
  const pages = new Map<string, string>()
  for (const { name, text } of topics) {
    const { status, text: html } = await svc.call('GET', `/guide/${name}`)
    expect([name, status, contents.text.includes(`href="/guide/${name}"`)]).toEqual([name, 200, true])
    expect([help.includes(name), helpTopic(name, false)]).toEqual([true, text])
    pages.set(`/guide/${name}`, html)
  }
  for (const html of pages.values()) {
    for (const [, path = '', part] of html.matchAll(/href="(\/guide\/[^"#]*)(?:#([^"]*))?"/g)) {
      expect([path, pages.get(path)?.includes(part === undefined ? '<h1' : `id="${part}"`)]).toEqual([path, true])
    }
    expect(html).not.toMatch(/href="[^"]*\.md/)
  }
  for (const [, path = ''] of (await textOf('README.md')).matchAll(/\]\(((?!https?:)[^)#]+)/g)) {
    expect([path, await Bun.file(join(root, path)).exists()]).toEqual([path, true])
  }
  expect((await svc.call('GET', '/guide/nothing')).status).toBe(404)
  expect(() => helpTopic('nothing', false)).toThrow('The guide has no topic "nothing". It has server, desk, commands,')
})

test('each studio page leads to the topic of the guide that says more', async () => {
  const owner = { role: 'owner', helperRole: null, makesMusic: true } as const
  const topicsOf = (['/studio', '/desk'] as const).flatMap((here) =>
    roomsOf(owner, here).rooms.flatMap(({ pages }) => pages.flatMap(({ guide }) => guide ?? [])),
  )
  expect(topicsOf.length).toBeGreaterThan(20)
  expect(topicsOf.filter((name) => topics.every((topic) => topic.name !== name))).toEqual([])
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const { text } = await svc.call('GET', '/studio/tax', { cookie: nova.cookie })
  expect(text).toContain('In the guide: <a href="/guide/tax">Who sells, and tax</a>')
})

test('every command in the guide is one of the program, and every command is in the guide', () => {
  const written = [...guide.matchAll(/`(?:\.\/)?tapedeck ([^`]+)`/g)].map(([, line = '']) => line)
  expect(written.length).toBeGreaterThan(25)
  for (const line of written) {
    const args = line.replaceAll(/[[\]]|\\\|\S*/g, '').split(' ')
    expect([line, readCommandLine(args).command]).toEqual([line, args[0] ?? ''])
  }
  for (const [, command = ''] of help.matchAll(/^ {2}tapedeck (?:\[)?([a-z]+)/gm)) {
    expect([command, guide.includes(`tapedeck ${command}`) || guide.includes(`tapedeck [${command}]`)]).toEqual([
      command,
      true,
    ])
  }
})

test('every setting that the program reads is in the guide', async () => {
  const files = [
    'src/config.ts',
    'src/account/identity/config.ts',
    'src/platform/certificate/config.ts',
    'src/platform/payment/config.ts',
  ]
  const read = (await Promise.all(files.map(textOf))).flatMap((text) => [
    ...text.matchAll(/'([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST|PAYMENTS|SELLERS|CURRENCY|REGISTRATION)'/g),
  ])
  const names = new Set(read.map(([, name = '']) => name))
  // Where a Stripe of one's own is: for tests of this program.
  names.delete('STRIPE_API_BASE')
  expect(names.size).toBeGreaterThan(35)
  expect([...names].filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test.skipIf(!canWalk)('the walk with curl does what it says, from the address of a site alone', async () => {
  const { svc, id } = await openLicensing()
  await using _ = svc
  const { text } = topics.find(({ name }) => name === 'programs') ?? { text: '' }
  const [, script = ''] = /## A walk with curl[\s\S]*?```sh\n([\s\S]*?)```/.exec(text) ?? []
  const self = program.map((each) => `'${each}'`).join(' ')
  // The release of the demo that it looks for is not here.
  const here = script.replace('SITE=http://localhost:3000', `SITE=${svc.url}`).replaceAll('?query=rain', '')
  const walk = `tapedeck() { ${self} "$@"; }\n${here}`
  const child = Bun.spawn(['bash', '-eu', '-c', walk], { stdout: 'pipe', stderr: 'pipe' })
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, error]).toEqual([0, ''])
  const [, hash = ''] =
    /Verified: all[\s\S]*"decision": "DENY"[\s\S]*<rsl [\s\S]*"succeeded"[^}]*}([0-9a-f]{64}) {2}-\n.*This grant is invalid/.exec(
      out,
    ) ?? []
  const manifest = await svc.call('GET', `/api/agents/releases/${id}/manifest?format=raw`)
  expect(manifest.text).toContain(`"${hash}"`)
})
