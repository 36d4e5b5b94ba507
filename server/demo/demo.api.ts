import type { Serve } from '#server/platform/http/serve.ts';
import { staffContract } from '#shared/staff-api.ts';
import { loadOwnDemo, removeOwnDemo, showDemo } from './own-demo.service.ts';

export function demoApi(serve: Serve): void {
  const { staffDemo } = staffContract;
  serve(staffDemo.get, showDemo);
  serve(staffDemo.load, loadOwnDemo);
  serve(staffDemo.remove, removeOwnDemo);
}
