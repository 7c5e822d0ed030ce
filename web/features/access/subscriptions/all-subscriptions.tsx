import { Button } from '@mantine/core'
import { Link } from 'react-router'

export const AllSubscriptions = () => (
  <Button component={Link} to="/subscribes" variant="default">
    Все подписки
  </Button>
)
