import {type RouteConfig, route} from '@react-router/dev/routes'

export default [
  route('requests', './routes/requests.tsx'),
  route('requests/:number', './routes/request.tsx'),
] satisfies RouteConfig
