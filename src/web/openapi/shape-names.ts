import type { JsonSchema } from '../../lib/json/json-schema.ts'

/** Names of shapes that several answers have, each by its properties. */
const names: readonly [name: string, properties: string][] = [
  ['Money', 'amount,currency'],
  ['Person', 'handle,displayName,pfp'],
  ['Comment', 'id,author,text,writesIn,hookId,atSec,emojiIds,createdAt'],
  ['Activity', 'type,author,trackId,createdAt'],
  ['Position', 'leader,trackId,atSec,isPlaying,playing'],
  ['ReleaseArtist', 'handle,displayName'],
  ['Credit', 'role,name'],
  ['Contributor', 'name,role,share,isni,handle'],
  ['RightsScope', 'right,territory,holder'],
  ['Link', 'id,relation,release,external,registeredAt,registeredBy,agent'],
  ['Lineage', 'sources,derivatives'],
  ['AiDisclosure', 'vocals,instrumentation,composition,lyrics,postProduction'],
  ['Rendition', 'role,format,bytes,sha256'],
  ['ManifestTrack', 'id,position,title,kind,durationMs,isrc,aiDisclosure,renditions'],
  [
    'Manifest',
    'schema,release,artist,tracks,contributors,rightsScopes,policies,lineage,version,issuedAt,previousVersionHash',
  ],
  ['SignedManifest', 'releaseId,releaseVersionId,canonicalVersion,manifest,canonicalHash,signature,anchor'],
  ['Proof', 'type,cryptosuite,created,verificationMethod,proofPurpose,proofValue'],
  ['InclusionProof', 'index,treeSize,rootHash,inclusionProof'],
  ['Anchor', 'status,log,timestamp'],
  ['PermissionPolicy', 'scope,decision,pricingState,updatedAt'],
  ['ScopeDecision', 'scope,decision'],
  ['NextStep', 'kind,url'],
  ['FoundRelease', 'id,title,type,artist,canonicalVersion,canonicalHash,url,manifestUrl'],
  ['Version', 'releaseVersionId,canonicalVersion,canonicalHash,issuedAt,manifestUrl'],
  ['Picture', 'id,url,width,height'],
  ['Clip', 'url,assetId,contentType,durationSec,width,height'],
  ['Split', 'id,percents,accepted'],
  ['SplitProposal', 'id,percents,accepted,by'],
  ['ReleaseName', 'id,title,handle'],
  ['Actor', 'kind,handle'],
  ['Events', 'releaseId,events,head,nextCursor'],
  ['CoCasset', 'id,slug,name,price,published,creator,state,members,splits,proposal,createdAt'],
  ['LicenseCredential', '@context,id,type,issuer,validFrom,validUntil,credentialStatus,credentialSubject,proof'],
  [
    'ContentDecision',
    'id,kind,thingId,title,path,ground,basis,facts,foundBy,decidedAt,liftedAt,objection,objectedAt,answer,answeredAt,objectUntil',
  ],
  ['LicenseStatus', 'schema,licenseId,releaseId,status,validUntil,endedAt,awaitsCertificate,url,issuedAt,proof'],
  ['HistoryHead', 'schema,releaseId,eventCount,head,log,issuedAt,nonce,proof'],
  ['DidDocument', '@context,id,alsoKnownAs,verificationMethod,assertionMethod,service'],
  ['AgreedScope', 'scope,price,terms'],
  ['ElsewhereName', 'url,title,creator'],
]

const byProperties = new Map(names.map(([name, properties]) => [properties, name]))

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Collects the schemas that have names, and puts references in their places. */
export type Shapes = {
  /**
   * Returns a schema with references to the shapes inside it, and with `name`, as a reference to
   * itself.
   */
  refer(schema: JsonSchema, name?: string): JsonSchema
  readonly all: Record<string, JsonSchema>
}

/**
 * Starts collecting. One name has one shape: another that has the same properties but says
 * something else stays in its place.
 */
export function createShapes(): Shapes {
  const all: Record<string, JsonSchema> = {}
  const texts = new Map<string, string>()

  const nameIt = (name: string, schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema)
    const known = texts.get(name)
    if (known !== undefined && known !== text) return schema
    texts.set(name, text)
    all[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    if (!isObject(value)) return value
    const made = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each)]))
    const { properties } = made
    const name = isObject(properties) ? byProperties.get(Object.keys(properties).join(',')) : undefined
    return name === undefined || made.type !== 'object' ? made : nameIt(name, made)
  }

  return {
    all,
    refer(schema, name) {
      const made = inside(schema)
      if (!isObject(made)) return schema
      return name === undefined || made.type !== 'object' || '$ref' in made ? made : nameIt(name, made)
    },
  }
}
