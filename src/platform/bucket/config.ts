type Env = Readonly<Record<string, string | undefined>>

/** Names of objects begin with `prefix`, which is empty or ends with a slash. */
export type BucketConfig = {
  bucket: string
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const named = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/
const prefixed = /^(?:[\w.-]+\/)*[\w.-]*$/

// A single request stores at most 5 GiB in S3.
const mostUploadMb = 5_000

/** Reads where media are kept: on this disk, or with BLOBS in a bucket. */
export function readBucketConfig(env: Env) {
  const faults: { name: string; problem: string }[] = []
  const fault = (name: string, problem: string) => void faults.push({ name, problem })
  const where = env.BLOBS?.trim() || 'disk'
  if (where === 'disk') return { bucket: undefined, faults }
  const bucket = readBucketAt(where, env, fault)
  if (Number(env.MAX_UPLOAD_MB?.trim() ?? 0) > mostUploadMb) {
    fault('MAX_UPLOAD_MB', `can be at most ${mostUploadMb} where BLOBS names a bucket`)
  }
  return { bucket, faults }
}

/** Reads a bucket such as s3://music, named by BLOBS, and its credentials from S3_…. */
export function readBucketAt(where: string, env: Env, fault: (name: string, problem: string) => void): BucketConfig {
  const text = (name: string) => env[name]?.trim() || undefined
  const [, bucket = '', path = ''] = named.exec(where) ?? []
  if (bucket === '' || !prefixed.test(path)) {
    fault('BLOBS', `must be "disk", or a bucket such as s3://music or s3://music/tapedeck, but is "${where}"`)
  }
  const region = text('S3_REGION') ?? 'us-east-1'
  const endpoint = text('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`
  const url = URL.parse(endpoint)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.username) {
    fault('S3_ENDPOINT', `must be an http or https address without a path, but is "${endpoint}"`)
  }
  if (!/^[a-z0-9-]+$/.test(region)) fault('S3_REGION', `must be a name such as eu-central-1, but is "${region}"`)
  const [accessKeyId = '', secretAccessKey = ''] = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) => {
    if (text(name) === undefined) fault(name, 'is needed where BLOBS names a bucket')
    return text(name) ?? ''
  })
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`
  return { bucket, prefix, endpoint: url?.origin ?? endpoint, region, accessKeyId, secretAccessKey }
}
