import { archiveName, type BuildSource } from './build-source.ts'

/** A file and its SHA-256, in hexadecimal. */
export type Hashed = { name: string; sha256: string }

/** `runtimes` are npm packages with their SHA-512, in hexadecimal. */
export type Making = {
  source: BuildSource
  runtimes: readonly { name: string; version: string; sha512: string }[]
  lockfile: string
  /** The builder: the address of the workflow's run, or of nobody. */
  builder: string
  startedAt: Date
  endedAt: Date
}

/**
 * Returns the provenance of files, as an in-toto statement with SLSA's provenance
 * (https://slsa.dev/spec/v1.0/provenance). It is signed through the list of hashes that contains
 * it.
 */
export function provenanceOf(files: readonly Hashed[], making: Making): string {
  const { source, runtimes, lockfile, builder, startedAt, endedAt } = making
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:tapedeck:bun-run-release:1',
        externalParameters: { command: 'bun run release', source: source.address ?? archiveName },
        internalParameters: { bun: Bun.version },
        resolvedDependencies: [
          { uri: source.address ?? archiveName, digest: { gitCommit: source.commit ?? '' } },
          { uri: 'bun.lock', digest: { sha256: lockfile } },
          ...runtimes.map(({ name, version, sha512 }) => ({
            uri: `pkg:npm/${name.replace('@', '%40')}@${version}`,
            digest: { sha512 },
          })),
        ],
      },
      runDetails: {
        builder: { id: builder },
        metadata: { startedOn: startedAt.toISOString(), finishedOn: endedAt.toISOString() },
      },
    },
  }
  return `${JSON.stringify(statement, null, 2)}\n`
}
