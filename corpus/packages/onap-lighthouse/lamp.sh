#!/bin/sh
echo light
