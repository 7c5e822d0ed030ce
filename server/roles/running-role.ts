/** A role that runs, and how it is brought to a good end. */
export interface RunningRole {
  close(): Promise<void>
}
