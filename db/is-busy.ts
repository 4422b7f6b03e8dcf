/** Whether SQLite refused because another connection has the database, however deep that lies. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === 'SQLITE_BUSY') || isBusy(error.cause))
