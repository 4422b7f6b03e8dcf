import S3rver from '@20minutes/s3rver'

/**
 * An S3 server in a process of its own, for a test to kill: `bun bucket-process.ts PORT FOLDER`.
 */
const [port, directory = ''] = Bun.argv.slice(2)
const server = new S3rver({
  ...{ address: '127.0.0.1', port: Number(port), silent: true, directory },
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: 'music' }],
})
await server.run()
console.log('listening')
