export const addresses = {
  siteLicense: '/license.xml',
  siteOffer: '/.well-known/tdm-policy.json',
  licenseOf: <Id extends string>(releaseId: Id) => `/releases/${releaseId}/license.xml` as const,
  cassetLicenseOf: <Handle extends string>(handle: Handle) => `/@${handle}/license.xml` as const,
  offerOf: <Id extends string>(releaseId: Id) => `/releases/${releaseId}/offer.json` as const,
  pageOf: (handle: string, releaseId: string) => `/@${handle}/releases/${releaseId}`,
} as const
