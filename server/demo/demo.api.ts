import type { Route } from '#server/platform/http/route.ts';
import { staffContract } from '#shared/staff-api.ts';
import { loadOwnDemo, removeOwnDemo, showDemo } from './own-demo.service.ts';

export function demoApi(route: Route): void {
  const { staffDemo } = staffContract;
  route(staffDemo.get, showDemo);
  route(staffDemo.load, loadOwnDemo);
  route(staffDemo.remove, removeOwnDemo);
}
