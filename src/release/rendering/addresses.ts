export const addresses = {
  siteLicense: '/license.xml',
  licenseOf: <Id extends string>(releaseId: Id) => `/releases/${releaseId}/license.xml` as const,
  cassetLicenseOf: <Handle extends string>(handle: Handle) => `/@${handle}/license.xml` as const,
  pageOf: (handle: string, releaseId: string) => `/@${handle}/releases/${releaseId}`,
} as const
