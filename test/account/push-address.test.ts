import { describe, expect, test } from 'bun:test'
import { targetOf } from '../../src/account/notification/push-endpoint.ts'
import { isPublicAddress } from '../../src/lib/address/public-address.ts'
import { startServer } from '../support/server.ts'

describe('The name of a push service', () => {
  const looksUp = (...addresses: string[]) => ({ resolve: async () => addresses })

  test('is looked up when it is pushed to, and the address that was found public is the one that is asked', async () => {
    await using svc = await startServer({ push: looksUp('10.0.0.1', '142.250.1.2') })
    expect(await targetOf(svc.ctx, 'https://fcm.googleapis.com/fcm/send/x?y=1')).toEqual({
      url: 'https://142.250.1.2/fcm/send/x?y=1',
      headers: { host: 'fcm.googleapis.com' },
      tls: { serverName: 'fcm.googleapis.com' },
    })
  })

  test('that leads into the network of the server is not asked', async () => {
    await using svc = await startServer({ push: looksUp('127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1') })
    expect(targetOf(svc.ctx, 'https://fcm.googleapis.com/x')).rejects.toThrow('leads to no public address')
    const inside = [
      '0.0.0.0',
      '100.64.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '224.0.0.1',
      'fd00::1',
      'fe80::1',
      '64:ff9b::7f00:1',
      'x',
    ]
    expect(inside.filter(isPublicAddress)).toEqual([])
    expect(['142.250.1.2', '2a00:1450:4001:82a::200a'].filter((each) => !isPublicAddress(each))).toEqual([])
  })
})
