import { expect, test } from 'bun:test'
import { base58 } from '@scure/base'
import { inTransaction } from '../../db/commits.ts'
import { ofMultikey, toMultikey } from '../../src/lib/hash/multikey.ts'
import { privateKeyOf, publicBytesOf, replaceKey, signingKey } from '../../src/release/signing/keys.ts'
import { proofOf } from '../../src/release/signing/sign-document.ts'
import { signNote, verifierKey } from '../../src/release/signing/signed-note.ts'
import { presentOrigin } from '../../src/release/transparency-log/origin.ts'
import keyPair from '../fixtures/eddsa-jcs-2022/key-pair.json'
import signed from '../fixtures/eddsa-jcs-2022/signed.json'
import { startServer } from '../support/server.ts'

test('the test vector of the W3C cryptosuite eddsa-jcs-2022 comes out to the last character', () => {
  // Multibase, then two bytes that say what it is (ed25519-priv).
  const privateKey = privateKeyOf(base58.decode(keyPair.privateKeyMultibase.slice(1)).slice(2))
  expect(toMultikey(publicBytesOf(privateKey))).toBe(keyPair.publicKeyMultibase)
  const { proof, ...document } = signed
  const { created, verificationMethod } = proof
  expect({ ...document, proof: proofOf(document, { created, verificationMethod, privateKey }) }).toEqual(
    expect.objectContaining({ proof: expect.objectContaining(proof) }),
  )
})

test('the published example of a signed note comes out to the last byte', () => {
  // golang.org/x/mod/sumdb/note
  const privateKey = privateKeyOf(Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1))
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
  expect(signNote(text, 'PeterNeumann', privateKey)).toBe(
    `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
  )
  const key = verifierKey('PeterNeumann', publicBytesOf(privateKey))
  expect(key).toBe('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
})

test('the DID document names the present key, every retired one and every former address', async () => {
  await using svc = await startServer({ env: { BASE_URL: 'https://music.example' } })
  const read = () => svc.call('GET', '/.well-known/did.json', { headers: { host: 'music.example' } })
  const { json, headers } = await read()
  const first = signingKey(svc.ctx, 'manifest').publicKey
  const method = (key: string) => ({
    id: `did:web:music.example#${key}`,
    type: 'Multikey',
    controller: 'did:web:music.example',
    publicKeyMultibase: key,
  })
  expect(json).toEqual({
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: 'did:web:music.example',
    verificationMethod: [method(first)],
    assertionMethod: [method(first).id],
  })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  const log = signingKey(svc.ctx, 'log').publicKey
  inTransaction(svc.ctx.db, () => presentOrigin(svc.ctx))
  expect((await read()).json).toMatchObject({
    service: [
      {
        id: 'did:web:music.example#log',
        type: 'TransparencyLog',
        serviceEndpoint: 'https://music.example/log',
        verifierKeys: [verifierKey('music.example/log', ofMultikey(log))],
      },
    ],
  })
  svc.tick(1_000)
  svc.ctx.db.$client.run("INSERT INTO signing_names VALUES ('did:web:old.example%3A3000', 1)")
  const { new: second } = replaceKey(svc.ctx, 'manifest')
  expect((await read()).json).toEqual(
    expect.objectContaining({
      alsoKnownAs: ['did:web:old.example%3A3000'],
      verificationMethod: [{ ...method(first), expires: expect.any(String) }, method(second)],
      assertionMethod: [method(first).id, method(second).id],
    }),
  )
  const halves = svc.ctx.db.$client.query('SELECT count(private_key) AS n FROM signing_keys').get()
  expect(halves).toEqual({ n: 2 })
  expect(() => svc.ctx.db.$client.run('DELETE FROM signing_keys')).toThrow('verifiable')
})
