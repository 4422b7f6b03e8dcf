import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { readConfig } from '../../src/config.ts'
import { signingKey } from '../../src/release/signing/keys.ts'
import { signNote } from '../../src/release/signing/signed-note.ts'
import { witnessCheck } from '../../src/release/witness/witness-check.ts'
import { foreignNote } from '../support/release/foreign-log.ts'
import { publishedRelease } from '../support/release/release.ts'
import { startWitness } from '../support/release/test-witness.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Alter, allChecks, siteOf } from '../support/site.ts'
import { world } from '../support/world.ts'

const anchorOf = async (svc: TestServer, id: string) =>
  Object((await svc.call('GET', `/api/agents/releases/${id}/manifest`)).json).anchor

/** Lets so much time pass that every job that waits is run. */
async function wait(svc: TestServer, ms = 5_000): Promise<void> {
  svc.tick(ms)
  await svc.ctx.jobs.idle()
}

async function witnessed(svc: TestServer, id: string, alter?: Alter, witnesses: readonly string[] = []) {
  const { checks } = await allChecks(siteOf(svc, alter), id, { witnesses })
  return checks.find(({ name }) => name === 'witness')
}

async function begin(...witnesses: ReturnType<typeof startWitness>[]) {
  const svc = await startServer({ env: { LOG_WITNESSES: witnesses.map(({ setting }) => setting).join(',') } })
  for (const witness of witnesses) witness.nowMs = svc.ctx.now
  const { nova, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  return { svc, nova, kettle, id }
}

test('witnesses cosign the log within seconds; then the anchor is confirmed, and proven offline', async () => {
  await using first = startWitness()
  await using second = startWitness('other.example', 6)
  const { svc, nova, kettle, id } = await begin(first, second)
  await using _ = svc
  expect([first.asked.length, await anchorOf(svc, id)]).toMatchObject([0, { status: 'ANCHORED' }])
  await wait(svc)
  const anchor = await anchorOf(svc, id)
  expect([first.asked.length, second.asked.length, anchor.status]).toEqual([1, 1, 'CONFIRMED'])
  expect(anchor.log.checkpoint.split('\n').filter((line: string) => line.startsWith('—')).length).toBe(3)
  expect(await (await svc.fetch('/log/checkpoint')).text()).toBe(anchor.log.checkpoint)
  expect(await witnessed(svc, id)).toMatchObject({
    result: 'holds',
    text: expect.stringMatching(/^other\.example, witness\.example\/w cosigned the log with it on /),
  })
  // A version published later waits for a cosignature of its own; the first one stays as it is.
  const later = await publishedRelease(svc, nova, [kettle.id])
  expect([await witnessed(svc, later), await anchorOf(svc, id)]).toMatchObject([{ result: 'said' }, anchor])
  await wait(svc)
  expect([await anchorOf(svc, later), await anchorOf(svc, id)]).toMatchObject([{ status: 'CONFIRMED' }, anchor])
  expect(first.asked[1]).toMatch(/^old 4\n[A-Za-z0-9+/=\n]+\n\nlocalhost:\d+\/log\n8\n/)
  for (const verifierKey of [first.key, second.key]) {
    expect(await witnessed(svc, later, undefined, [verifierKey])).toMatchObject({ result: 'holds' })
  }
  await using third = startWitness('third.example', 7)
  expect(await witnessed(svc, later, undefined, [third.key])).toMatchObject({ result: 'unknown' })
  const page = (await svc.call('GET', `/@nova/releases/${id}`)).text
  expect(page).toContain('A witness outside has cosigned it.')
})

test('a cosignature that is taken away, altered, of another head or of another log is found', async () => {
  await using witness = startWitness()
  const { svc, id } = await begin(witness)
  await using _ = svc
  await wait(svc)
  const inManifest =
    (change: (text: string) => string): Alter =>
    (text, path) => {
      if (path.startsWith('/log/witness/')) return ''
      return path.endsWith('/manifest') ? change(text) : text
    }
  const line = /— witness\.example\/w [^\\]+\\n/
  const found = async (change: (text: string) => string) => (await witnessed(svc, id, inManifest(change)))?.text
  expect(await found((text) => text.replace(line, '').replace('CONFIRMED', 'ANCHORED'))).toContain(
    'cosignature is gone',
  )
  expect(await found((text) => text.replace(line, ''))).toContain('said to be cosigned, and no witness')
  const other = witness.cosign(`localhost/log\n4\n${'A'.repeat(43)}=\n`, svc.ctx.now())
  expect(await found((text) => text.replace(line, `${JSON.stringify(other).slice(1, -1)}`))).toContain('no witness')
  const { checks } = await allChecks(
    siteOf(
      svc,
      inManifest((text) => text.replace(/(\\n4\\n)[^\\]+/, `$1${'A'.repeat(43)}=`)),
    ),
    id,
  )
  expect(checks.filter(({ result }) => result !== 'holds').map(({ name }) => name)).toEqual(['log', 'witness'])
  expect(
    await witnessed(
      svc,
      id,
      inManifest((text) => text),
    ),
  ).toMatchObject({ result: 'holds' })
})

test('a witness that is away, refuses, lies or knows another log changes nothing and is told to the owner', async () => {
  await using witness = startWitness()
  const { svc, nova, id } = await begin(witness)
  await using _ = svc
  const said = async () => (await witnessCheck.look(svc.ctx)).problem
  makeOwner(svc.ctx, 'nova@example.com')
  const desk = async () => (await svc.call('GET', '/desk/health', { cookie: nova.cookie })).text
  expect(await desk()).toContain('Witness witness.example/w has not cosigned anything yet.')
  const day = 86_400_000
  const { cosign } = witness
  const size = (text: string) => new Response(text, { status: 409, headers: { 'content-type': 'text/x.tlog.size' } })
  for (const [answer, problem] of [
    [() => new Response('', { status: 503 }), 'has not answered since'],
    [() => Response.redirect('http://127.0.0.1:9/'), 'has refused the log since'],
    [() => new Response('', { status: 404 }), 'has refused the log since'],
    [() => new Response('', { status: 403 }), 'has refused the log since'],
    [() => new Response('x'.repeat(100_000)), 'has not answered since'],
    [() => new Response('— witness.example/w AAAA\n'), 'without a valid cosignature since'],
    [() => new Response(cosign('another/log\n4\nAAAA\n', svc.ctx.now())), 'without a valid cosignature since'],
    [
      async (request: Request) => {
        const [, text = ''] = (await request.text()).split('\n\n')
        return new Response(cosign(`${text}\n`, svc.ctx.now() - day))
      },
      'without a valid cosignature since',
    ],
    [() => size('9999\n'), 'has cosigned another log under the name of this one'],
    [() => size('4\n'), 'has cosigned another log under the name of this one'],
    [() => new Response('', { status: 422 }), 'has cosigned another log under the name of this one'],
  ] as const) {
    witness.answer = answer
    await wait(svc, 2 * 3_600_000)
    expect(await desk()).toMatch(
      /<li>Witness witness\.example\/w has (?:not answered|refused|answered|cosigned another)/,
    )
    await wait(svc, day + 3_600_000)
    expect(await said()).toContain(problem)
    expect(await anchorOf(svc, id)).toMatchObject({ status: 'ANCHORED' })
  }
  expect(await witnessed(svc, id)).toMatchObject({ result: 'said', text: expect.stringContaining('No witness has') })
  witness.answer = () => undefined
  await wait(svc, 2 * 3_600_000)
  expect([await said(), await anchorOf(svc, id)]).toMatchObject([undefined, { status: 'CONFIRMED' }])
  expect(await desk()).toContain('Witness witness.example/w has cosigned the log up to entry 4 of 4.')
})

test('a log that is rewritten or cut after a witness has cosigned it is found by asking the witness', async () => {
  await using witness = startWitness()
  const { svc, id, nova, kettle } = await begin(witness)
  await using _ = svc
  await wait(svc)
  const before = await witness.newest
  await publishedRelease(svc, nova, [kettle.id])
  await wait(svc)
  const ahead = witness.newest
  expect(await witnessed(svc, id)).toMatchObject({ result: 'holds' })
  // A head that is a beginning of the log is no contradiction.
  const saying =
    (note: string): Alter =>
    (text, path) =>
      path.startsWith('/log/witness/') ? note : text
  expect(await witnessed(svc, id, saying(before))).toMatchObject({ result: 'holds' })
  expect(await witnessed(svc, id, saying('nonsense'))).toMatchObject({ result: 'holds' })
  // Another head of the same log, which the log has signed and the witness has cosigned, too.
  const [origin = '', size = ''] = ahead.split('\n')
  const { privateKey } = signingKey(svc.ctx, 'log')
  const fork = signNote(`${origin}\n${size}\n${Buffer.alloc(32, 1).toString('base64')}\n`, origin, privateKey)
  const text = `${fork.split('\n\n')[0]}\n`
  expect(await witnessed(svc, id, saying(fork + witness.cosign(text, svc.ctx.now())))).toMatchObject({
    result: 'fails',
    text: expect.stringMatching(/^The log was rewritten: .* witness\.example\/w has cosigned both: do not rely on it/),
  })
  // A witness that shows what the log has not signed, or what it has not cosigned, says nothing.
  expect(await witnessed(svc, id, saying(fork))).toMatchObject({ result: 'holds' })
  const foreign = foreignNote(ahead) + witness.cosign(text, svc.ctx.now())
  expect(await witnessed(svc, id, saying(foreign))).toMatchObject({ result: 'holds' })
  // The log shows its older head again, signed and cosigned as it was.
  const cut: Alter = (text, path) => (path === '/log/checkpoint' ? before : saying(ahead)(text, path))
  const { checks } = await allChecks(siteOf(svc, cut), id)
  expect(checks.some(({ result }) => result === 'fails')).toBe(true)
})

test('a witness is named by its key and a public https address; one on this machine only to try it out', async () => {
  await using witness = startWitness()
  const { key } = witness
  const faults = (setting: string) => {
    try {
      return readConfig({ LOG_WITNESSES: setting }).logWitnesses.map(({ url }) => url)
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  expect(faults(`${key} https://witness.example/w/\n`)).toEqual(['https://witness.example/w'])
  for (const wrong of [
    'http://witness.example',
    'https://10.0.0.1',
    'https://w.example:8443',
    'https://u@w.example',
    'ftp://w.example',
    'https://w.example/?a',
    'w.example',
  ]) {
    expect([wrong, faults(`${key} ${wrong}`)]).toEqual([
      wrong,
      expect.stringContaining('its key and its https address'),
    ])
  }
  expect(faults(`${key.replace('+', '+0')} https://w.example`)).toContain('its key and its https address')
  expect(faults(`${key} https://w.example,${key} https://v.example`)).toContain('must name each witness once')
  const four = [1, 2, 3, 4].map((at) => `${key} https://w${at}.example`)
  expect(faults(four.join('\n'))).toContain('at most 3 witnesses')
  await using svc = await startServer({ env: { BASE_URL: 'https://music.example', LOG_WITNESSES: witness.setting } })
  const { nova, dawn } = await world(svc)
  await publishedRelease(svc, nova, [dawn.id])
  await wait(svc)
  expect(witness.asked).toEqual([])
})
