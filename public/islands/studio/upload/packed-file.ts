/** A file in a zip: checked and unpacked whenever it is opened, so that only one takes room. */
export type PackedFile = Pick<File, 'name' | 'size' | 'lastModified'> & {
  /** Throws ZipProblem for one that is damaged. */
  open(): Promise<File>
  /** Its first bytes, unchecked. Throws ZipProblem too. */
  start(mostBytes: number): Promise<Blob>
}

export type GivenFile = File | PackedFile

export const openFile = async (file: GivenFile): Promise<File> => (file instanceof File ? file : file.open())

export const startOfFile = async (file: GivenFile, mostBytes: number): Promise<Blob> =>
  file instanceof File ? file.slice(0, mostBytes) : file.start(mostBytes)
