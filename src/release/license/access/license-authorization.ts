/** `Authorization: License <token>` (RSL 1.0, CAP); undefined for any other header. */
export const licenseTokenOf = (authorization: string | null): string | undefined =>
  /^license +(?:token=)?"?([\w-]{1,200})"? *$/i.exec(authorization ?? '')?.[1]
