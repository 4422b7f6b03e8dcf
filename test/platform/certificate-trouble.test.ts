import { expect, test } from 'bun:test'
import { isOnPublicWeb } from '../../src/platform/certificate/acme/acme-client.ts'
import { certificateCheck } from '../../src/platform/certificate/certificate-check.ts'
import { startAcme } from '../support/platform/acme.ts'
import { handshake, pass, startNamed, told } from '../support/platform/named-site.ts'
import { temporaryFolder } from '../support/process.ts'

const minute = 60_000
const day = 86_400_000

test('a certificate that TLS cannot read is neither used nor kept, and one that was kept is as none at the next start', async () => {
  using folder = temporaryFolder()
  using acme = await startAcme()
  const block = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
  let first = ''
  {
    await using svc = await startNamed(acme, { dataDir: folder.path })
    await svc.ctx.jobs.idle()
    first = await handshake(svc, acme)
    acme.faults.chainEnd = block
    await pass(svc, 70 * day)
    expect(told(svc).at(-1)).toMatchObject({
      event: 'certificate.not_got',
      reason: 'the certificate that came has a part that cannot be read',
    })
    expect([await handshake(svc, acme), acme.orders.length]).toEqual([first, 2])
    acme.faults.chainEnd = ''
    await pass(svc, 6 * minute)
    expect([(await handshake(svc, acme)) === first, acme.orders.length]).toEqual([false, 3])
    svc.ctx.db.$client.run('UPDATE certificates SET chain = chain || ?', [block])
  }
  await using again = await startNamed(acme, { dataDir: folder.path })
  await again.ctx.jobs.idle()
  expect(told(again).map(({ event }) => event)).toEqual([
    'certificate.unusable',
    'certificate.asked',
    'certificate.got',
  ])
  expect([(await handshake(again, acme)) === first, acme.orders.length]).toEqual([false, 4])
})

test('a chain with a key after the certificate is neither used nor kept', async () => {
  using acme = await startAcme()
  acme.faults.chainEnd = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
  await using svc = await startNamed(acme)
  await svc.ctx.jobs.idle()
  expect(told(svc).at(-1)).toMatchObject({
    event: 'certificate.not_got',
    reason: 'what came has something else than certificates in it',
  })
  expect(svc.ctx.db.$client.query('SELECT chain FROM certificates').all()).toEqual([{ chain: null }])
})

test('a certificate that is due when it comes is used, told, and not ordered more often than five times an hour', async () => {
  using acme = await startAcme()
  acme.faults.validUntil = Date.now() + minute
  await using svc = await startNamed(acme)
  await svc.ctx.jobs.idle()
  await handshake(svc, acme)
  expect(acme.orders.length).toBe(1)
  expect(await certificateCheck.look(svc.ctx)).toEqual({
    problem: expect.stringContaining('“the certificate that came is due for renewal already: it is valid from'),
    fix: expect.stringContaining('set the clock of this machine'),
  })
  for (let minutes = 5; minutes < 60; minutes += 5) await pass(svc, 5 * minute)
  expect(acme.orders.length).toBe(5)
  acme.faults.validUntil = Date.now() + 90 * day
  await pass(svc, 60 * minute)
  expect(await certificateCheck.look(svc.ctx)).toEqual({ note: expect.stringContaining('is valid until') })
})

test('an authority on the public web is not asked anywhere else, and one of a home network is', () => {
  const isPublic = ['https://acme.example/directory', 'https://93.184.215.14/x', 'https://[2606:2800:21f::1]/']
  const isNot = [
    ...[
      'http://acme.example/',
      'https://localhost/',
      'https://ca.localhost/',
      'https://127.0.0.1:14000/dir',
      'nonsense',
    ],
    ...['https://10.0.0.1/', 'https://[::1]/', 'https://[fd00::1]/', 'https://169.254.169.254/', 'https://pebble/'],
  ]
  expect([isPublic.map(isOnPublicWeb), isNot.map(isOnPublicWeb)]).toEqual([
    isPublic.map(() => true),
    isNot.map(() => false),
  ])
})
