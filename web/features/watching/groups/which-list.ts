/** Which list of groups is shown: one's own, or that of the owner of one's team. */
import { createContext, useContext } from 'react'

export interface WhichList {
  /** As the calls are asked for it: nothing for one's own. */
  of: { team?: true }
  /** May it be changed? */
  editable: boolean
}

export const ownList: WhichList = { of: {}, editable: true }
export const WhichListContext = createContext<WhichList>(ownList)
export const useWhichList = (): WhichList => useContext(WhichListContext)
