import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { rowsOf } from '../../support/account/account.ts'
import {
  breakOff,
  fixture,
  formBytes,
  formType,
  keptFiles,
  sendForm,
  tracksPath,
  until,
} from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'
import { cast, world } from '../../support/world.ts'

test('a form that is not what the route takes is refused, and nothing is kept', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const file = { name: 'file', value: await fixture('wav-8.wav'), fileName: 'a.wav' }
  const whole = formBytes([file])
  const malformed = 'The form is malformed or broke off before its end.'
  const peaks = '"peaks" must be a JSON array of 500 numbers from 0 to 1.'
  const cases: [body: Uint8Array<ArrayBuffer>, error: string, field: string][] = [
    [formBytes([]), 'The part "file" is missing.', 'file'],
    [formBytes([{ name: 'title', value: 'x' }]), 'The part "file" is missing.', 'file'],
    [formBytes([{ name: 'file', value: 'x' }]), 'The part "file" has to be a file, with a file name.', 'file'],
    [formBytes([file, file]), 'The form takes one file, in a part named "file".', 'file'],
    [formBytes([{ ...file, name: 'audio' }]), 'The form takes one file, in a part named "file".', 'audio'],
    [formBytes([file, { name: 'price', value: '1' }]), 'Unknown part "price".', 'price'],
    [formBytes([{ name: '__proto__', value: '1' }, file]), 'Unknown part "__proto__".', '__proto__'],
    [formBytes([file, { name: 'title', value: 'x'.repeat(241) }]), 'A title can have at most 240 characters.', 'title'],
    [formBytes([file, { name: 'title', value: 'x'.repeat(40_000) }]), '"title" is too long.', 'title'],
    ...['1', '[]', '[1', JSON.stringify(Array(500).fill(1.01)), JSON.stringify(Array(501).fill(0)), '["0"]'].map(
      (value): [Uint8Array<ArrayBuffer>, string, string] => [
        formBytes([file, { name: 'peaks', value }]),
        peaks,
        'peaks',
      ],
    ),
    [formBytes([file], ''), malformed, 'file'],
    [whole.slice(0, 60), malformed, 'file'],
    [whole.slice(0, 20_000), malformed, 'file'],
    [Buffer.from('no form at all'), malformed, 'file'],
  ]
  for (const [body, error, field] of cases) {
    const answer = await sendForm(svc, tracksPath(ada), ada.cookie, body)
    expect([answer.status, answer.json]).toEqual([400, { error, code: 'VALIDATION', field }])
    expect([error, keptFiles(svc.dataDir)]).toEqual([error, []])
  }
  expect(rowsOf(svc, 'tracks')).toEqual([])
})

test('a form needs its type and boundary', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const body = formBytes([{ name: 'file', value: await fixture('wav-8.wav'), fileName: 'a.wav' }])
  const send = (type: string) => sendForm(svc, tracksPath(ada), ada.cookie, body, { 'content-type': type })
  for (const type of [
    '',
    'application/json',
    'audio/wav',
    'text/plain',
    'multipart/mixed; boundary=x',
    'multipart/form-data',
  ]) {
    const refusal = 'This route takes multipart/form-data with a part named "file".'
    const { status, json } = await send(type)
    expect([type, status, json]).toEqual([type, 415, { error: refusal, code: 'UNSUPPORTED_MEDIA_TYPE' }])
  }
  for (const boundary of ['', 'other', 'x'.repeat(4_000)]) {
    expect((await send(`multipart/form-data; boundary=${boundary}`)).json).toHaveProperty('code', 'VALIDATION')
  }
  expect(keptFiles(svc.dataDir)).toEqual([])
  expect((await send(formType.replace(';', '; charset=utf-8;'))).status).toBe(201)
})

test('a body that breaks off leaves nothing: no file, no row, no open file', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const body = formBytes([{ name: 'file', value: await fixture('wav-float.wav'), fileName: 'a.wav' }])
  const head = `POST ${tracksPath(ada)} HTTP/1.1\r\nCookie: ${ada.cookie}\r\nContent-Type: ${formType}\r\n`
  const openFiles = () => readdirSync('/proc/self/fd').length
  const before = openFiles()
  await Promise.all(
    [200, 1_000, 70_000, 150_000, body.length - 5].map((length) =>
      breakOff(svc.url, `${head}Content-Length: ${body.length}\r\n\r\n`, body.slice(0, length)),
    ),
  )
  await until(
    () => [keptFiles(svc.dataDir).length, openFiles() - before],
    ([kept = 1, open = 1]) => kept === 0 && open <= 0,
  )
  expect(rowsOf(svc, 'tracks')).toEqual([])
})

test('MAX_UPLOAD_MB is the most that a file may have, announced or not', async () => {
  await using svc = await startServer({ env: { MAX_UPLOAD_MB: '1' } })
  const ada = cast(svc.ctx, 'ada')
  const wav = await fixture('wav-16.wav')
  const sized = (bytes: number) => {
    const value = new Uint8Array(bytes)
    value.set(wav.subarray(0, Math.min(bytes, wav.length)))
    return formBytes([{ name: 'file', value, fileName: 'a.wav' }])
  }
  const chunked = (body: Uint8Array<ArrayBuffer>) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < body.length; at += 65_536) controller.enqueue(body.subarray(at, at + 65_536))
        controller.close()
      },
    })
  for (const body of [sized(1_000_001), chunked(sized(1_000_001)), sized(2_100_000), chunked(sized(4_000_000))]) {
    const answer = await sendForm(svc, tracksPath(ada), ada.cookie, body)
    expect([answer.status, answer.json]).toEqual([
      413,
      { error: expect.stringMatching(/larger than (the )?[12]000000 bytes/), code: 'PAYLOAD_TOO_LARGE' },
    ])
    expect(answer.headers.get('x-request-id')).not.toBeNull()
    expect(keptFiles(svc.dataDir)).toEqual([])
  }
  expect((await sendForm(svc, tracksPath(ada), ada.cookie, sized(1_000_000))).status).toBe(201)
})

test("nobody uploads without a session, to another's casset or to none", async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const before = keptFiles(svc.dataDir)
  const body = formBytes([{ name: 'file', value: await fixture('wav-8.wav'), fileName: 'a.wav' }])
  const send = async (cassetId: string, cookie?: string) => {
    const { status, json } = await sendForm(svc, tracksPath({ cassetId }), cookie, body)
    return [status, json]
  }
  expect(await send(ada.cassetId)).toEqual([
    401,
    { error: 'You are not signed in. Sign in, then try again.', code: 'UNAUTHENTICATED' },
  ])
  const foreign = [403, { error: 'This casset belongs to somebody else.', code: 'FORBIDDEN' }]
  expect(await send(nova.cassetId, ada.cookie)).toEqual(foreign)
  for (const id of [svc.ctx.uuid(), 'x', '%00']) {
    expect(await send(id, ada.cookie)).toEqual([404, { error: 'There is no such casset.', code: 'NOT_FOUND' }])
  }
  expect(keptFiles(svc.dataDir)).toEqual(before)
  expect(rowsOf(svc, 'tracks')).toHaveLength(3)
})

test('uploads are 60 an hour', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const ada = cast(svc.ctx, 'ada')
  const send = () => sendForm(svc, tracksPath(ada), ada.cookie, formBytes([]))
  for (let n = 0; n < 60; n += 1) expect((await send()).status).toBe(400)
  const refused = await send()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  svc.tick(60_000)
  expect((await send()).status).toBe(400)
})
