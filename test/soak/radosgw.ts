import { noRadosgw, startRadosgw } from '../support/platform/radosgw.ts'
import { inTree } from '../support/tree.ts'

/**
 * Runs the tests of files in a bucket against the S3 gateway of Ceph, which checks each signature:
 * a monitor, one store in memory and the gateway, from Debian's packages ceph-mon, ceph-osd and
 * radosgw. `bun test/soak/radosgw.ts`.
 */
if (noRadosgw !== undefined) {
  console.error(noRadosgw)
  process.exit(1)
}
const tests = ['bucket/bucket', 'bucket/bucket-unfit', 'bucket/bucket-work', 'bucket/bucket-move', 'http/nginx'].map(
  (name) => `test/platform/${name}.test.ts`,
)
await using gateway = await startRadosgw()
const tested = Bun.spawn([process.execPath, 'test', '--timeout', '60000', ...tests], {
  ...{ cwd: inTree(), env: { ...Bun.env, TAPEDECK_TEST_RADOSGW: String(gateway.port) } },
  ...{ stdout: 'inherit', stderr: 'inherit' },
})
process.exitCode = await tested.exited
