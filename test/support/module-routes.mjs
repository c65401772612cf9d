// Prints, for each domain named as a parameter, the routes of the Nest module that the built application composes.
import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { AppModule } from '../../dist/app.module.js';
import { callersOf } from '../../dist/auth/access/access.decorator.js';

const { imports } = AppModule.with(null, null);

async function routesOf(domain) {
  const [module] = Object.values(await import(`../../dist/${domain}/${domain}.module.js`));
  const composed = imports.find((one) => one === module || one.module === module);
  const controllers = composed?.controllers ?? Reflect.getMetadata('controllers', composed ?? {}) ?? [];
  return controllers.flatMap((controller) => {
    const prefix = Reflect.getMetadata('path', controller);
    const methods = Object.getOwnPropertyNames(controller.prototype).map((name) => controller.prototype[name]);
    return methods
      .filter((method) => Reflect.hasMetadata('method', method))
      .map((method) => ({
        method: RequestMethod[Reflect.getMetadata('method', method)],
        path: `/${prefix}/${Reflect.getMetadata('path', method)}`.replaceAll(/\/+/g, '/').replace(/(.)\/$/, '$1'),
        controller: controller.name,
        access: withCallers(Reflect.getMetadata('access', method)),
      }));
  });
}

const withCallers = (access) => (access ? { ...access, who: callersOf(access) } : null);

const routes = await Promise.all(process.argv.slice(2).map(async (domain) => [domain, await routesOf(domain)]));
console.log(JSON.stringify(Object.fromEntries(routes)));
