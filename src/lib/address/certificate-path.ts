/** Returns where a license is saved as a file, by the secret of a holder's link or an account. */
export const certificatePath = (licenseId: string, secret?: string): string =>
  `/api/agents/licenses/${licenseId}/certificate${secret === undefined ? '' : `?secret=${secret}`}`
