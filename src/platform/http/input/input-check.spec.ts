import 'reflect-metadata';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { IsString } from 'class-validator';
import { requireInputClasses, UncheckedInputError } from './input-check.js';

class CheckedDto {
  @IsString() name: string;
}

class UncheckedDto {
  name: string;
}

interface Shape {
  name: string;
}

@Controller()
class CheckedController {
  @Get(':id') read(@Param('id') _id: string, @Query() _query: CheckedDto) {}
  @Post() write(@Body() _body: CheckedDto) {}
  other(_body: UncheckedDto) {}
}

@Controller()
class WithoutRulesController {
  @Post() write(@Body() _body: UncheckedDto) {}
}

@Controller()
class ArrayController {
  @Post() write(@Body() _body: CheckedDto[]) {}
}

@Controller()
class InterfaceController {
  @Post() write(@Body() _body: Shape) {}
}

@Controller()
class MemberController {
  @Get() read(@Query('name') _name: string) {}
}

@Controller()
class InheritingController extends ArrayController {}

describe('the check of inputs at boot', () => {
  it('counts the bodies and queries that a class describes', () => {
    expect(requireInputClasses([CheckedController])).toBe(2);
  });

  it.each([
    ['a class without rules', WithoutRulesController, 'WithoutRulesController.write takes a body'],
    ['an array', ArrayController, 'ArrayController.write takes a body'],
    ['an interface', InterfaceController, 'InterfaceController.write takes a body'],
    ['a single member', MemberController, 'MemberController.read takes a query'],
    ['an inherited handler', InheritingController, 'InheritingController.write takes a body'],
  ])('refuses %s', (_, controller, message) => {
    expect(() => requireInputClasses([CheckedController, controller])).toThrow(UncheckedInputError);
    expect(() => requireInputClasses([controller])).toThrow(message);
  });
});
