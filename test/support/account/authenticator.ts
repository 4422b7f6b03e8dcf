import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Proof } from '../../../src/account/passkey/shape.ts'
import { type Answer, callAt, type TestServer } from '../server.ts'

/** The behaviour of a passkey's device at its next use. */
type Device = { recognises: boolean; counter: number }

/**
 * A device with one passkey for a site, without a browser around it: it signs as WebAuthn says,
 * with ES256.
 */
export type Authenticator = Device & {
  /** The body of POST /api/auth/passkeys, but the step. */
  make(challenge: string): { id: string; clientDataJSON: string; attestationObject: string; transports: string[] }
  prove(challenge: string): Proof
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (data: string | Buffer) => Buffer.from(data).toString('base64url')
const [isPresent, isRecognised, hasCredential] = [0x01, 0x04, 0x40] as const

/** Returns a new device. Its counter rises by one with each use. */
export function newAuthenticator({ ctx: { site } }: Pick<TestServer, 'ctx'>): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = sha256(x)
  const client = (type: string, challenge: string) =>
    JSON.stringify({ type: `webauthn.${type}`, challenge, origin: site.origin, crossOrigin: false })
  const data = (device: Device, more: number, rest = Buffer.alloc(0)) => {
    device.counter += 1
    const head = Buffer.alloc(5)
    head.writeUInt8(isPresent | (device.recognises ? isRecognised : 0) | more)
    head.writeUInt32BE(device.counter, 1)
    return Buffer.concat([sha256(new URL(site.origin).hostname), head, rest])
  }
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
  return {
    recognises: true,
    counter: 0,
    make(challenge) {
      // COSE: key type EC2, algorithm ES256, curve P-256, and the point.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
        coordinate(0x21, x),
        coordinate(0x22, y),
      ])
      const made = data(this, hasCredential, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
      // CBOR: {fmt: "none", attStmt: {}, authData}.
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
      const attestationObject = text(Buffer.concat([head, Buffer.from([made.length]), made]))
      return { id: text(id), clientDataJSON: text(client('create', challenge)), attestationObject, transports: [] }
    },
    prove(challenge) {
      const clientData = client('get', challenge)
      const authenticatorData = data(this, 0)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return {
        id: text(id),
        clientDataJSON: text(clientData),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
      }
    },
  }
}

const word = ({ json }: Answer, key: string) => String(Reflect.get(Object(json), key))
const post = (svc: TestServer, path: string, body: object, cookie?: string) =>
  callAt(svc.url)('POST', `/api/auth/${path}`, { body, cookie })

export async function addPasskey(svc: TestServer, cookie: string, device: Authenticator): Promise<Answer> {
  const begun = await post(svc, 'passkeys/challenge', {}, cookie)
  return post(svc, 'passkeys', { step: word(begun, 'step'), ...device.make(word(begun, 'challenge')) }, cookie)
}

export async function signInBy(svc: TestServer, device: Authenticator): Promise<Answer> {
  const begun = await post(svc, 'passkeys/sign-in/challenge', {})
  return post(svc, 'passkeys/sign-in', { step: word(begun, 'step'), proof: device.prove(word(begun, 'challenge')) })
}

/** Passes the second step of a sign-in that was begun with a password. */
export async function passStep(svc: TestServer, step: string, device: Authenticator): Promise<Answer> {
  const asked = await post(svc, 'second-step/challenge', { step })
  return post(svc, 'second-step', { step, proof: device.prove(word(asked, 'challenge')) })
}
