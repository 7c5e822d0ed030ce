/** Someone whose card is open, as far as what stands beside it has to know. */
export interface OpenPerson {
  id: number
  name: string
  /** Support may do something about their account. */
  changeable: boolean
}
