import { useCall } from '../../../kit/calls/use-call.ts'

interface Person {
  id: number
  name: string
}

const none: readonly Person[] = []

/**
 * Who else is in the reader's team, and what anyone in it is called.
 * @param wanted nothing is asked before it is
 */
export function useTeamNames(wanted: boolean): {
  people: readonly Person[]
  person: (id: number) => string | undefined
} {
  const { data: mine } = useCall('accounts', 'getMe', {}, { staleTime: Infinity })
  const { data } = useCall('team', 'getTeam', {}, { enabled: wanted, staleTime: Infinity })
  const members = data?.team?.members ?? none
  return {
    people: members.filter(({ id }) => id !== mine?.user?.id),
    person: (id) => members.find((member) => member.id === id)?.name,
  }
}

/** Is anyone named by their id? */
export const namesPeople = (assignees: readonly string[] | undefined): boolean =>
  assignees?.some((assignee) => /^\d/.test(assignee)) ?? false
